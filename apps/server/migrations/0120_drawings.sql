-- Drawings of an order with their revisions; the files lie in the file store under their hash.
create table drawings (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null constraint drawings_order_fkey references orders on delete cascade,
  drawing_no text collate "C" not null check (drawing_no <> ''),
  -- The number without case, spaces and signs: file names and lists write it differently.
  key text collate "C" not null check (key <> ''),
  title text not null default '',
  kind text collate "C" not null check (kind in ('assembly', 'part', 'erection', 'general')),
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint drawings_key unique (order_id, key)
);
create index drawings_by_key on drawings (plant_id, key);

create table drawing_revisions (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  drawing_id bigint not null references drawings on delete cascade,
  -- As written on the drawing; empty: none.
  revision text collate "C" not null,
  -- Puts the revisions of a drawing in order.
  rank text collate "C" not null,
  status text collate "C" not null default 'received' check (status in ('received', 'issued', 'superseded')),
  file_name text not null check (file_name <> ''),
  bytes bigint not null check (bytes > 0),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  pages integer not null check (pages > 0),
  -- The page of the file that shows the drawing.
  page integer not null default 1,
  received_at timestamptz not null default now(),
  received_by bigint,
  received_by_name text not null,
  issued_at timestamptz,
  issued_by bigint,
  issued_by_name text,
  constraint drawing_revisions_rank unique (drawing_id, rank),
  constraint drawing_revisions_page_check check (page between 1 and pages),
  constraint drawing_revisions_issued_check check ((issued_at is null) = (issued_by_name is null)),
  constraint drawing_revisions_valid_check check (status <> 'issued' or issued_at is not null)
);
-- One revision of a drawing is valid in the workshop.
create unique index drawing_revisions_issued on drawing_revisions (drawing_id) where status = 'issued';
create index drawing_revisions_by_hash on drawing_revisions (sha256);

create table drawing_marks (
  drawing_id bigint not null references drawings on delete cascade,
  mark_id bigint not null references marks on delete cascade,
  primary key (mark_id, drawing_id)
);
create index drawing_marks_by_drawing on drawing_marks (drawing_id);

-- Uploaded files until somebody confirms or removes them.
create table drawing_files (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null references orders on delete cascade,
  file_name text not null check (file_name <> ''),
  bytes bigint not null check (bytes > 0),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Null: the file could not be read.
  pages integer check (pages > 0),
  page integer not null default 1,
  drawing_no text not null default '',
  revision text not null default '',
  title text not null default '',
  kind text collate "C" check (kind in ('assembly', 'part', 'erection', 'general')),
  -- What the number was found in; null: nowhere.
  source text collate "C" check (source in ('name', 'text', 'hand')),
  -- Marks chosen by hand.
  mark_ids bigint[] not null default '{}',
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  -- The same file dropped twice waits once.
  constraint drawing_files_key unique (order_id, sha256, file_name)
);

-- The revision that a piece was made to: the valid one at its first work report.
create table piece_revisions (
  piece_id bigint not null references pieces on delete cascade,
  drawing_id bigint not null references drawings on delete cascade,
  revision_id bigint not null references drawing_revisions on delete cascade,
  recorded_at timestamptz not null,
  primary key (piece_id, drawing_id)
);
create index piece_revisions_by_revision on piece_revisions (revision_id);

-- Who has which print.
create table drawing_prints (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  revision_id bigint not null references drawing_revisions on delete cascade,
  way text collate "C" not null check (way in ('print', 'download')),
  printed_at timestamptz not null,
  printed_by bigint,
  printed_by_name text not null,
  returned_at timestamptz,
  returned_by_name text,
  constraint drawing_prints_returned_check check ((returned_at is null) = (returned_by_name is null))
);
create index drawing_prints_by_revision on drawing_prints (revision_id);

-- Orders of the project are released only when every mark has a drawing issued for fabrication.
alter table projects add column drawings_required boolean not null default false;
