-- Packages and deliveries: how pieces leave the factory. A package holds pieces of one order; a delivery is one truck
-- with packages of one project.
create table deliveries (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  project_id bigint not null constraint deliveries_project_fkey references projects,
  no text collate "C" not null check (no <> ''),
  status text collate "C" not null default 'draft' check (status in ('draft', 'loaded', 'sent', 'received')),
  truck_plate text not null default '',
  driver text,
  driver_phone text,
  consignee text not null,
  address text not null default '',
  planned_on date,
  note text,
  -- Counters over its packages, kept by the verbs.
  packages integer not null default 0 check (packages >= 0),
  pieces integer not null default 0 check (pieces >= 0),
  net_kg numeric(14,3) not null default 0 check (net_kg >= 0),
  gross_kg numeric(14,3) not null default 0 check (gross_kg >= 0),
  -- The weighbridge: the truck empty and full.
  tare_kg numeric(14,3) check (tare_kg >= 0),
  weighbridge_kg numeric(14,3) check (weighbridge_kg >= 0),
  weighed_kg numeric(14,3) generated always as (weighbridge_kg - tare_kg) stored,
  alarm_percent numeric(6,3) not null default 0.5 check (alarm_percent > 0),
  alarm_kg numeric(14,3) not null default 50 check (alarm_kg > 0),
  difference_reason text,
  sent_at timestamptz,
  sent_by_name text,
  received_at timestamptz,
  -- Who signed on site, as written there.
  received_by text,
  receipt_note text,
  receipt_key uuid,
  signature_sha256 text collate "C",
  missing integer not null default 0 check (missing >= 0),
  damaged integer not null default 0 check (damaged >= 0),
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint deliveries_no_key unique (plant_id, no),
  constraint deliveries_weight_check check (weighbridge_kg >= tare_kg),
  constraint deliveries_sent_check check ((status in ('sent', 'received')) = (sent_at is not null)),
  constraint deliveries_received_check check ((status = 'received') = (received_at is not null)),
  constraint deliveries_signed_check
    check (status <> 'received' or (received_by <> '' and receipt_key is not null and signature_sha256 is not null)),
  constraint deliveries_filled_check check (status = 'draft' or packages > 0)
);
create index deliveries_by_update on deliveries (plant_id, updated_at, id);
create index deliveries_by_plan on deliveries (plant_id, planned_on, id);
create index deliveries_by_sending on deliveries (plant_id, sent_at, id);
create index deliveries_by_status on deliveries (plant_id, status, updated_at, id);
create index deliveries_by_project on deliveries (project_id, no);
create index deliveries_by_search on deliveries using gin (search gin_trgm_ops) with (fastupdate = off);

create table packages (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null constraint packages_order_fkey references orders,
  -- On one truck at most.
  delivery_id bigint constraint packages_delivery_fkey references deliveries on delete set null,
  no text collate "C" not null check (no <> ''),
  status text collate "C" not null default 'open' check (status in ('open', 'closed', 'shipped', 'received')),
  max_kg numeric(14,3) check (max_kg > 0),
  max_length_mm numeric(14,3) check (max_length_mm > 0),
  max_width_mm numeric(14,3) check (max_width_mm > 0),
  max_height_mm numeric(14,3) check (max_height_mm > 0),
  packing_kg numeric(14,3) not null default 0 check (packing_kg >= 0),
  weighed_kg numeric(14,3) check (weighed_kg >= 0),
  note text,
  -- Counters over its pieces, kept by the verbs.
  pieces integer not null default 0 check (pieces >= 0),
  unweighed integer not null default 0 check (unweighed >= 0 and unweighed <= pieces),
  net_kg numeric(14,3) not null default 0 check (net_kg >= 0),
  gross_kg numeric(14,3) generated always as (net_kg + packing_kg) stored,
  closed_at timestamptz,
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint packages_no_key unique (plant_id, no),
  constraint packages_limit_check check (net_kg <= max_kg),
  constraint packages_closed_check check ((status = 'open') = (closed_at is null)),
  constraint packages_filled_check check (status = 'open' or pieces > 0),
  -- Only closed packages are loaded; what left is on a truck.
  constraint packages_loaded_check check (status <> 'open' or delivery_id is null),
  constraint packages_left_check check (status in ('open', 'closed') or delivery_id is not null)
);
create index packages_by_order on packages (order_id, no);
create index packages_by_delivery on packages (delivery_id, no) where delivery_id is not null;
create index packages_by_status on packages (plant_id, status, updated_at, id);
create index packages_by_update on packages (plant_id, updated_at, id);
create index packages_by_weight on packages (plant_id, net_kg, id);
create index packages_by_search on packages using gin (search gin_trgm_ops) with (fastupdate = off);

-- A piece is in one package at most: the key says so.
create table package_pieces (
  piece_id bigint primary key constraint package_pieces_piece_fkey references pieces,
  plant_id bigint not null references plants,
  package_id bigint not null constraint package_pieces_package_fkey references packages on delete cascade,
  added_at timestamptz not null default now(),
  added_by_name text not null
);
create index package_pieces_by_package on package_pieces (package_id, piece_id);

-- What was missing or damaged when a delivery was received.
create table delivery_exceptions (
  delivery_id bigint not null references deliveries on delete cascade,
  piece_id bigint not null references pieces,
  plant_id bigint not null references plants,
  kind text collate "C" not null check (kind in ('missing', 'damaged')),
  note text not null default '',
  primary key (delivery_id, piece_id)
);
create index delivery_exceptions_by_piece on delivery_exceptions (piece_id);
