-- Imports that revise an order: how a file was read, what it changes mark by mark, what was done and how to undo it.
alter table import_jobs drop constraint import_jobs_status_check, drop constraint import_jobs_applied_check;
alter table import_jobs
  add constraint import_jobs_status_check
    check (status in ('reading', 'ready', 'failed', 'applying', 'applied', 'discarded', 'undone')),
  add constraint import_jobs_applied_check check ((status in ('applied', 'undone')) = (applied_at is not null)),
  -- The file is the whole list of the order: marks that it does not name are removed.
  add column whole boolean not null default false,
  -- How a person wants it read: {"encoding", "mapping": {"<column from 0>": meaning or null}}; empty: as detected.
  add column reading jsonb not null default '{}',
  -- What a person needs to judge the reading by: the first lines and the columns with some of their values.
  add column sample jsonb,
  -- Where the meanings of the columns come from.
  add column mapped_by text collate "C" not null default 'header' check (mapped_by in ('header', 'person', 'memory')),
  -- Rows of import_changes by kind and decision; null: the order had no marks, everything is new.
  add column differences jsonb,
  -- The instance that reads it, and until when nobody else takes it up.
  add column claimed_by uuid,
  add column claimed_until timestamptz,
  add column undone_at timestamptz,
  add column undone_by_name text,
  add constraint import_jobs_undone_check check ((status = 'undone') = (undone_at is not null));
create index import_jobs_unapplied on import_jobs (updated_at) where status in ('ready', 'failed', 'discarded');

-- Left out of the reading by a person.
alter table import_files add column dropped boolean not null default false;

-- What a list means in the hands of a customer: its headers say what they are, once a person has said it.
create table import_mappings (
  plant_id bigint not null references plants,
  customer text not null,
  -- Hash over the headers in their order.
  signature text collate "C" not null,
  -- {"<column from 0>": meaning or null}
  mapping jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  primary key (plant_id, customer, signature)
);

-- The difference between an import and its order as it was when compared, one row a mark.
create table import_changes (
  id bigint generated always as identity primary key,
  job_id bigint not null references import_jobs on delete cascade,
  plant_id bigint not null references plants,
  mark text collate "C" not null,
  kind text collate "C" not null check (kind in ('added', 'changed', 'removed', 'same')),
  -- What a change changes: quantity, length, weight, profile, grade, parts, name, drawing, revision.
  fields text[] not null default '{}',
  import_mark_id bigint references import_marks on delete cascade,
  -- Its latest revision in the order, and that row's version then.
  mark_id bigint references marks on delete cascade,
  mark_version integer,
  -- Pieces of all its revisions that count: those with work on them, and the others.
  started integer not null default 0,
  waiting integer not null default 0,
  -- {"revision", "quantity", "profile", "grade", "lengthMm", "netKg", "parts"}
  before jsonb,
  after jsonb,
  decision text collate "C" not null check (decision in ('accept', 'hold')),
  -- Counts comparisons; rows of an earlier one are gone.
  round integer not null,
  constraint import_changes_mark_key unique (job_id, mark)
);
create index import_changes_by_kind on import_changes (job_id, kind, mark);
create index import_changes_by_mark on import_changes (mark_id);

-- Rows as they were before an import changed them, so that it can be undone; null: there was no such row.
create table import_effects (
  job_id bigint not null references import_jobs on delete cascade,
  subject text collate "C" not null check (subject in ('mark', 'piece')),
  subject_id bigint not null,
  plant_id bigint not null references plants,
  before jsonb,
  primary key (job_id, subject, subject_id)
);

-- The import that stopped a piece, because its mark was changed or removed when work on it had begun.
alter table holds add column import_id bigint references import_jobs;
create index holds_by_import on holds (import_id) where import_id is not null;

-- A removed mark, or one whose pieces all stay on an older revision, has no pieces left.
alter table marks drop constraint marks_quantity_check, add constraint marks_quantity_check check (quantity >= 0);

-- Holes and contours by face, for the drawing of a part: {"holes": […], "contours": […]}.
alter table parts add column geometry jsonb;
