-- Work outside: subcontracts of an order, the processes that suppliers do, and the pieces that go out and come back.
create table subcontracts (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  no text collate "C" not null,
  status text collate "C" not null default 'draft' check (status in ('draft', 'out', 'closed', 'cancelled')),
  -- Open ones are listed first.
  is_open boolean not null generated always as (status in ('draft', 'out')) stored,
  supplier_id bigint not null constraint subcontracts_supplier_fkey references suppliers,
  order_id bigint not null constraint subcontracts_order_fkey references orders,
  -- What the prices of its lines are for.
  basis text collate "C" not null check (basis in ('kg', 'piece', 'lump')),
  promised_on date not null,
  note text not null default '',
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint subcontracts_no_key unique (plant_id, no)
);
create index subcontracts_by_day on subcontracts (plant_id, is_open desc, promised_on, id);
create index subcontracts_by_id on subcontracts (plant_id, id);
create index subcontracts_by_order on subcontracts (order_id, id);
create index subcontracts_by_supplier on subcontracts (supplier_id);

create table subcontract_lines (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  subcontract_id bigint not null constraint subcontract_lines_subcontract_fkey references subcontracts on delete cascade,
  position integer not null check (position > 0),
  -- First and last process; null: whole assemblies, all work that is left.
  from_process_id bigint constraint subcontract_lines_from_fkey references processes,
  to_process_id bigint constraint subcontract_lines_to_fkey references processes,
  -- For a kilogram, a piece or the whole line; null: not agreed yet.
  price numeric(14,4) check (price >= 0),
  note text not null default '',
  constraint subcontract_lines_processes_check check ((from_process_id is null) = (to_process_id is null)),
  constraint subcontract_lines_of_key unique (id, subcontract_id)
);
create index subcontract_lines_by_subcontract on subcontract_lines (subcontract_id, position);
create index subcontract_lines_by_from on subcontract_lines (from_process_id);
create index subcontract_lines_by_to on subcontract_lines (to_process_id);

create table subcontract_pieces (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  subcontract_id bigint not null,
  line_id bigint not null,
  piece_id bigint not null constraint subcontract_pieces_piece_fkey references pieces,
  status text collate "C" not null default 'planned' check (status in ('planned', 'out', 'back', 'accepted', 'rejected')),
  -- First and last process of the piece that are done outside; null until it goes out.
  from_process_id bigint constraint subcontract_pieces_from_fkey references processes,
  to_process_id bigint constraint subcontract_pieces_to_fkey references processes,
  kg_out numeric(14,3) check (kg_out >= 0),
  sent_on date,
  sent_at timestamptz,
  sent_by_name text,
  kg_in numeric(14,3) check (kg_in >= 0),
  back_on date,
  received_by_name text,
  judged_at timestamptz,
  judged_by_name text,
  -- Why it is rejected.
  reason text not null default '',
  constraint subcontract_pieces_line_fkey foreign key (line_id, subcontract_id)
    references subcontract_lines (id, subcontract_id) on delete cascade,
  constraint subcontract_pieces_out_check check ((status = 'planned') = (sent_at is null)
    and (sent_at is null) = (sent_on is null) and (sent_at is null) = (kg_out is null)
    and (sent_at is null) = (from_process_id is null) and (sent_at is null) = (to_process_id is null)),
  constraint subcontract_pieces_back_check check ((status in ('back', 'accepted', 'rejected')) = (back_on is not null)),
  constraint subcontract_pieces_days_check check (back_on >= sent_on),
  constraint subcontract_pieces_judged_check check ((status in ('accepted', 'rejected')) = (judged_at is not null)),
  constraint subcontract_pieces_reason_check check ((status = 'rejected') = (reason <> ''))
);
-- A piece is in one open subcontract only, so it is never out twice.
create unique index subcontract_pieces_once on subcontract_pieces (piece_id) where status in ('planned', 'out', 'back');
create index subcontract_pieces_by_subcontract on subcontract_pieces (subcontract_id, id);
create index subcontract_pieces_by_line on subcontract_pieces (line_id, status);
create index subcontract_pieces_by_piece on subcontract_pieces (piece_id, id);

-- Work that a subcontractor did counts as reported, but for no crew.
alter table work_reports
  drop constraint work_reports_source_check,
  add constraint work_reports_source_check
    check (source in ('list', 'batch', 'scan', 'earlier', 'package', 'delivery', 'receipt', 'subcontract'));

-- Late subcontracts are announced.
alter table conversations
  drop constraint conversations_kind_check,
  add constraint conversations_kind_check check (kind in ('order', 'delivery', 'ncr', 'inspection', 'machine', 'repair',
    'coat', 'certificate', 'import', 'instrument', 'welder', 'subcontract'));
