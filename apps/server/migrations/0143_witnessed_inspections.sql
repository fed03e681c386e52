-- The customer is invited to witness an inspection, answers, and signs its locked result (decision 0082).
create table inspection_invitations (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  inspection_id bigint not null constraint inspection_invitations_inspection_key unique references inspections on delete cascade,
  on_day date not null,
  note text not null,
  answer text collate "C" check (answer in ('accepted', 'declined')),
  answer_day date,
  answer_note text not null default '',
  answered_at timestamptz,
  answered_by_name text,
  signed_at timestamptz,
  signed_by_name text,
  -- Hash of the locked inspection that was signed.
  signed_hash text collate "C",
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint inspection_invitations_answered_check check ((answer is null) = (answered_at is null)
    and (answer is null) = (answered_by_name is null)),
  constraint inspection_invitations_signed_check check ((signed_at is null) = (signed_by_name is null)
    and (signed_at is null) = (signed_hash is null) and (signed_at is null or answer = 'accepted'))
);

-- Dossiers that a customer may download: the bytes of that moment, whatever changes afterwards.
create table released_dossiers (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null references orders on delete cascade,
  language text collate "C" not null check (language <> ''),
  -- Of the dossier's content.
  hash text collate "C" not null,
  file_name text not null,
  sha256 text collate "C" not null,
  bytes bigint not null check (bytes > 0),
  released_at timestamptz not null,
  released_by bigint,
  released_by_name text not null,
  constraint released_dossiers_once unique (order_id, language, hash)
);
