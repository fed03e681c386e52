-- Models of an order (IFC), one row a received file. The file and the geometry made of it lie in the file store.
create table model_revisions (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null references orders on delete cascade,
  -- Counts from 1 within the order.
  revision integer not null check (revision > 0),
  -- `waiting`: read, until somebody puts it to use; `current`: the one that is shown; `replaced`: by a later one.
  status text collate "C" not null default 'reading'
    check (status in ('reading', 'waiting', 'current', 'replaced', 'failed', 'cancelled')),
  file_name text not null check (file_name <> ''),
  bytes bigint not null check (bytes > 0),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Percent.
  progress integer not null default 0 check (progress between 0 and 100),
  -- Why it could not be read.
  error text collate "C",
  -- When the instance that reads it last said so.
  claimed_at timestamptz,
  ifc_schema text not null default '',
  application text not null default '',
  -- Subtracted from all coordinates, metres; later models of the order have the same.
  origin double precision[] not null default '{0,0,0}',
  parts integer not null default 0,
  triangles integer not null default 0,
  -- Members that only the model before had.
  removed integer not null default 0,
  -- What is doubtful about the file, with numbers.
  warnings jsonb not null default '{}',
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint model_revisions_key unique (order_id, revision),
  constraint model_revisions_failed_check check ((status = 'failed') = (error is not null))
);
create unique index model_revisions_current on model_revisions (order_id) where status = 'current';
-- One model of an order is read or waits at a time.
create unique index model_revisions_open on model_revisions (order_id) where status in ('reading', 'waiting');
create index model_revisions_reading on model_revisions (id) where status = 'reading';

-- Geometry in portions that a browser fetches one after the other; the main parts of all members come first.
create table model_chunks (
  revision_id bigint not null references model_revisions on delete cascade,
  position integer not null check (position >= 0),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes > 0),
  parts integer not null,
  triangles integer not null,
  primary key (revision_id, position)
);

-- Members: what is erected as one, an assembly or a single part without one.
create table model_members (
  revision_id bigint not null references model_revisions on delete cascade,
  -- Number of the member in the geometry.
  position integer not null check (position >= 0),
  plant_id bigint not null references plants,
  guid text collate "C" not null,
  -- As in the model; empty: none.
  mark text not null,
  name text not null,
  ifc_class text collate "C" not null,
  storey text not null,
  area text not null,
  kg numeric(12, 3),
  -- Lower and upper corner, metres from the origin of the revision.
  box double precision[] not null check (array_length(box, 1) = 6),
  -- Equal for members of the same shape.
  shape text collate "C" not null,
  parts integer not null,
  -- Against the model that was in use when this one was read; null: there was none.
  change text collate "C" check (change in ('same', 'added', 'moved', 'changed')),
  -- Found by its mark, by its GUID in the model before, or by a person; null: not found.
  source text collate "C" check (source in ('mark', 'guid', 'hand')),
  mark_id bigint references marks on delete set null,
  piece_id bigint references pieces on delete set null,
  primary key (revision_id, position)
);
create unique index model_members_piece on model_members (revision_id, piece_id);
create index model_members_by_piece on model_members (piece_id);
create index model_members_by_mark on model_members (mark_id);
