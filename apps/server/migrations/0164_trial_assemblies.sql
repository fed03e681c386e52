-- Trial assembly before dispatch: which pieces were laid out, what was measured, and who released it.
create table trial_assemblies (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  no text collate "C" not null,
  order_id bigint not null constraint trial_assemblies_order_fkey references orders on delete cascade,
  -- What is put together: a truss, the axes of a frame.
  name text not null check (name <> ''),
  held_on date not null,
  place text not null default '',
  participants text not null default '',
  note text not null default '',
  status text collate "C" not null default 'open' check (status in ('open', 'released', 'cancelled')),
  result text not null default '',
  -- Why it was reopened or cancelled.
  reason text not null default '',
  released_at timestamptz,
  released_by bigint,
  released_by_name text,
  hash text collate "C",
  search text collate "C" not null default '',
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint trial_assemblies_no_key unique (plant_id, no),
  constraint trial_assemblies_released_check check ((status = 'released') = (released_at is not null)
    and (released_at is null) = (released_by_name is null) and (released_at is null) = (hash is null))
);
create index trial_assemblies_by_day on trial_assemblies (plant_id, held_on desc, id desc);
create index trial_assemblies_by_id on trial_assemblies (plant_id, id);
create index trial_assemblies_by_order on trial_assemblies (order_id, held_on desc, id desc);

create table trial_pieces (
  trial_id bigint not null constraint trial_pieces_trial_fkey references trial_assemblies on delete cascade,
  piece_id bigint not null constraint trial_pieces_piece_fkey references pieces,
  plant_id bigint not null references plants,
  -- Where it lies: an axis, a number on the plan.
  position text not null default '',
  primary key (trial_id, piece_id)
);
create index trial_pieces_by_piece on trial_pieces (piece_id, trial_id);

create table trial_measurements (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  trial_id bigint not null constraint trial_measurements_trial_fkey references trial_assemblies on delete cascade,
  position integer not null check (position > 0),
  name text not null check (name <> ''),
  -- The clause of the standard or contract that the limits are from, as the person read it.
  clause text not null default '',
  unit text not null default 'mm',
  nominal numeric(14,3) not null,
  -- Permitted deviations from the nominal value; null: that side has no limit.
  lower_tol numeric(14,3),
  upper_tol numeric(14,3),
  measured numeric(14,3),
  measured_at timestamptz,
  measured_by bigint,
  measured_by_name text,
  verdict text collate "C" generated always as (case when measured is null then null
    when measured - nominal < lower_tol or measured - nominal > upper_tol then 'fail' else 'pass' end) stored,
  constraint trial_measurements_limits_check check ((lower_tol is not null or upper_tol is not null)
    and (lower_tol is null or upper_tol is null or lower_tol <= upper_tol)),
  constraint trial_measurements_measured_check check ((measured is null) = (measured_at is null)
    and (measured is null) = (measured_by_name is null)),
  constraint trial_measurements_place unique (trial_id, position) deferrable initially deferred
);

create table trial_photos (
  id bigint generated always as identity primary key,
  trial_id bigint not null constraint trial_photos_trial_fkey references trial_assemblies on delete cascade,
  plant_id bigint not null references plants,
  file_name text not null check (file_name <> ''),
  type text collate "C" not null,
  bytes integer not null check (bytes > 0),
  sha256 text collate "C" not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  created_by_name text not null,
  constraint trial_photos_once unique (trial_id, sha256)
);

-- Where it is required. Without a mark: for all marks of the order that have no row of their own.
create table trial_requirements (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null constraint trial_requirements_order_fkey references orders on delete cascade,
  mark text collate "C" not null default '',
  -- One piece of each mark stands for all, or each piece is laid out.
  scope text collate "C" not null check (scope in ('none', 'mark', 'piece')),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint trial_requirements_once unique (order_id, mark)
);

alter table issued_papers
  drop constraint issued_papers_kind_check,
  add constraint issued_papers_kind_check
    check (kind in ('dossier', 'certificate', 'material', 'welds', 'welders', 'ndt', 'coat', 'trial', 'ncr'));

-- The person who measured does not release.
alter table four_eyes_policies
  drop constraint four_eyes_policies_alone_check,
  add constraint four_eyes_policies_alone_check check (alone <@ array['inspection_judge', 'coat_judge', 'ncr_approve',
    'ncr_verify', 'certificate_accept', 'lot_release', 'repair_verify', 'trial_release']);
