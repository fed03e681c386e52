-- Non-conformances: the tree of defects, reports with their pieces, photos and history. Pieces of a report stand still
-- until the last open report on them is closed; the state of a piece and the counter of its order are kept by orders.
alter table projects add column if not exists
  -- Repairs allowed on one piece or weld.
  max_weld_repairs smallint not null default 2 check (max_weld_repairs between 0 and 20);

create table defects (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  -- Null: a group. A group has no group above it.
  parent_id bigint constraint defects_parent_fkey references defects,
  code text collate "C" not null check (code <> ''),
  names jsonb not null,
  position integer not null default 0 check (position >= 0),
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint defects_code_key unique (plant_id, code),
  constraint defects_parent_check check (parent_id <> id)
);
create index defects_by_parent on defects (parent_id);

create table ncrs (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  no text collate "C" not null,
  status text collate "C" not null default 'open' check (status in ('open', 'dispositioned', 'approved', 'executing',
    'verify', 'closed', 'cancelled')),
  source text collate "C" not null check (source in ('reading', 'piece', 'scan', 'receipt')),
  severity text collate "C" not null check (severity in ('minor', 'major', 'critical')),
  defect_id bigint not null constraint ncrs_defect_fkey references defects,
  description text not null check (description <> ''),
  inspection_id bigint constraint ncrs_inspection_fkey references inspections,
  item_id bigint constraint ncrs_item_fkey references inspection_items,
  -- A receipt of material; its table comes later.
  receipt_id bigint,
  receipt_no text,
  -- Null when its pieces are of several orders.
  order_id bigint constraint ncrs_order_fkey references orders,
  order_no text,
  mark text,
  pieces integer not null check (pieces >= 0),
  kg numeric(14,3) not null check (kg >= 0),
  disposition text collate "C" check (disposition in ('rework', 'repair', 'concession', 'scrap', 'return')),
  disposition_note text not null default '',
  -- The gate that a concession opens.
  process_id bigint constraint ncrs_process_fkey references processes,
  disposed_at timestamptz,
  disposed_by_name text,
  approved_at timestamptz,
  approved_by_name text,
  approval_note text not null default '',
  agreed_by text,
  rounds smallint not null default 0 check (rounds >= 0),
  started_at timestamptz,
  started_by bigint,
  started_by_name text,
  start_note text not null default '',
  finished_at timestamptz,
  finished_by bigint,
  finished_by_name text,
  finish_note text not null default '',
  verified_at timestamptz,
  verified_by bigint,
  verified_by_name text,
  verify_note text not null default '',
  reinspection_id bigint constraint ncrs_reinspection_fkey references inspections,
  cause text collate "C" check (cause in ('man', 'machine', 'material', 'method', 'environment', 'measure')),
  cause_note text not null default '',
  crew_id bigint constraint ncrs_crew_fkey references crews on delete set null,
  crew_name text,
  cost numeric(14,2) check (cost >= 0),
  due_on date,
  closed_at timestamptz,
  cancel_reason text,
  raised_at timestamptz not null,
  created_by bigint,
  created_by_name text not null,
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint ncrs_no_key unique (plant_id, no),
  constraint ncrs_decided_check check (status in ('open', 'cancelled') or (disposition is not null and disposed_at is not null)),
  constraint ncrs_approved_check check (status in ('open', 'dispositioned', 'cancelled') or approved_at is not null),
  constraint ncrs_concession_check check (disposition <> 'concession' or approved_at is null or agreed_by <> ''),
  constraint ncrs_closed_check check ((status in ('closed', 'cancelled')) = (closed_at is not null)),
  -- Nobody verifies what they have done themselves.
  constraint ncrs_verifier_check check (verified_by is null or status <> 'closed'
    or (verified_by is distinct from started_by and verified_by is distinct from finished_by))
);
create index ncrs_by_raising on ncrs (plant_id, raised_at, id);
create index ncrs_by_due on ncrs (plant_id, due_on, id);
create index ncrs_by_kg on ncrs (plant_id, kg, id);
create index ncrs_by_update on ncrs (plant_id, updated_at, id);
create index ncrs_open_by_raising on ncrs (plant_id, raised_at, id) where closed_at is null;
create index ncrs_open_by_due on ncrs (plant_id, due_on, id) where closed_at is null;
create index ncrs_by_defect on ncrs (defect_id, raised_at);
create index ncrs_by_inspection on ncrs (inspection_id) where inspection_id is not null;
create index ncrs_by_receipt on ncrs (receipt_id) where receipt_id is not null;
create index ncrs_by_crew on ncrs (crew_id, raised_at) where crew_id is not null;
create index ncrs_by_search on ncrs using gin (search gin_trgm_ops) with (fastupdate = off);

-- Never changed after raising. Only an order's own reports count for it, so the order is kept here too.
create table ncr_pieces (
  ncr_id bigint not null references ncrs on delete cascade,
  piece_id bigint not null constraint ncr_pieces_piece_fkey references pieces,
  plant_id bigint not null references plants,
  order_id bigint not null references orders,
  serial text collate "C" not null,
  kg numeric(14,3) check (kg >= 0),
  primary key (ncr_id, piece_id)
);
create index ncr_pieces_by_piece on ncr_pieces (piece_id, ncr_id);
create index ncr_pieces_by_order on ncr_pieces (order_id, ncr_id);

create table ncr_events (
  id bigint generated always as identity primary key,
  ncr_id bigint not null references ncrs on delete cascade,
  plant_id bigint not null references plants,
  at timestamptz not null,
  by_id bigint,
  by_name text not null,
  deed text collate "C" not null,
  from_status text collate "C",
  to_status text collate "C" not null,
  note text not null default '',
  -- What was to be done then: repairs of a piece are counted from here.
  disposition text collate "C"
);
create index ncr_events_by_ncr on ncr_events (ncr_id, id);

create table ncr_photos (
  id bigint generated always as identity primary key,
  ncr_id bigint not null references ncrs on delete cascade,
  plant_id bigint not null references plants,
  name text not null,
  type text collate "C" not null,
  bytes integer not null check (bytes > 0),
  sha256 text collate "C" not null,
  added_at timestamptz not null,
  added_by_name text not null,
  constraint ncr_photos_once unique (ncr_id, sha256)
);
