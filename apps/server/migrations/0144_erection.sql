-- Erection on site (decision 0083). Lots are erected in the order of their positions; each piece has at most one place in one
-- of them. What the site reports about a piece is a row of its own; what lots count is computed from pieces, deliveries and
-- these rows.
create table erection_lots (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null constraint erection_lots_order_fkey references orders on delete cascade,
  code text collate "C" not null check (code <> ''),
  name text not null,
  area text not null,
  -- Place in the sequence of the order.
  position integer not null check (position between 1 and 100000),
  -- When its erection is planned to begin.
  planned_on date,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint erection_lots_code_key unique (order_id, code)
);
create index erection_lots_by_position on erection_lots (order_id, position, id);
create index erection_lots_by_day on erection_lots (plant_id, planned_on, id) where planned_on is not null;

create table erection_places (
  piece_id bigint primary key constraint erection_places_piece_fkey references pieces on delete cascade,
  plant_id bigint not null references plants,
  lot_id bigint not null constraint erection_places_lot_fkey references erection_lots on delete cascade,
  -- Place in the sequence of the lot; pieces erected together share it.
  position integer not null check (position between 1 and 1000000)
);
create index erection_places_by_lot on erection_places (lot_id, position, piece_id);

create table site_reports (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null references orders on delete cascade,
  piece_id bigint not null constraint site_reports_piece_fkey references pieces on delete cascade,
  kind text collate "C" not null check (kind in ('received', 'erected', 'missing', 'damaged', 'returned')),
  note text not null,
  -- It also recorded the receipt of the piece.
  with_receipt boolean not null,
  source text collate "C" not null check (source in ('scan', 'list')),
  -- Of the request: sent twice, it counts once.
  client_key uuid not null,
  -- The last report on the piece that was not undone.
  is_current boolean not null default true,
  done_at timestamptz not null,
  reported_at timestamptz not null,
  reported_by bigint,
  reported_by_name text not null,
  undone_at timestamptz,
  undone_by_name text,
  undo_reason text,
  constraint site_reports_client_key unique (piece_id, client_key),
  constraint site_reports_undone_check check ((undone_at is null) = (undone_by_name is null)
    and not (is_current and undone_at is not null))
);
create unique index site_reports_current on site_reports (piece_id) where is_current;
create index site_reports_by_order on site_reports (order_id, id);
create index site_reports_by_plant on site_reports (plant_id, id);
create index site_reports_of_pieces on site_reports (piece_id, id);
create index site_reports_by_day on site_reports (plant_id, done_at);
create index deliveries_by_receipt on deliveries (plant_id, received_at) where received_at is not null;

alter table projects
  -- Days that a delivery takes from the factory to the site.
  add column transport_days smallint not null default 1 check (transport_days between 0 and 60);
