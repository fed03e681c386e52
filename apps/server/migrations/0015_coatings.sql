-- Coats: what is specified, in which climate it was applied, and how thick the dry film is. Film in µm, fire coating in mm.
create table coat_specs (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  name text not null check (name <> ''),
  -- [{"layer": "primer", "product": "…", "minUm": 60}]: what is put on, from the steel outwards.
  layers jsonb not null,
  -- Of the whole dry film; how far below the least the mean of a spot may lie.
  min_um integer not null check (min_um > 0),
  max_um integer,
  allowance_um integer not null check (allowance_um >= 0),
  fire_type text collate "C" check (fire_type in ('thick', 'intumescent')),
  fire_mm numeric(6,2) check (fire_mm > 0),
  active boolean not null default true,
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint coat_specs_code_key unique (plant_id, code),
  constraint coat_specs_film_check check (max_um >= min_um),
  constraint coat_specs_fire_check check ((fire_type is null) = (fire_mm is null))
);

create table coats (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  no text collate "C" not null,
  order_id bigint not null references orders,
  order_no text collate "C" not null,
  spec_id bigint not null constraint coats_spec_fkey references coat_specs,
  spec_code text not null,
  check_kind text collate "C" not null check (check_kind in ('film', 'fire')),
  -- The limits it is judged by, as the specification had them when it was made.
  limits jsonb not null,
  status text collate "C" not null default 'draft' check (status in ('draft', 'pass', 'fail')),
  applied_at timestamptz not null,
  -- Climate while it was applied; the dew point by the Magnus formula.
  air_c numeric(4,1) not null,
  humidity numeric(4,1) not null check (humidity > 0 and humidity <= 100),
  substrate_c numeric(4,1) not null,
  dew_point_c numeric(4,1) not null,
  pieces integer not null default 0 check (pieces >= 0),
  measured integer not null default 0 check (measured >= 0),
  judged_at timestamptz,
  judged_by_name text,
  note text not null default '',
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  created_by_name text not null,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint coats_no_key unique (plant_id, no),
  constraint coats_judged_check check ((status = 'draft') = (judged_at is null))
);
create index coats_by_creation on coats (plant_id, created_at desc, id desc);
create index coats_by_status on coats (plant_id, status, created_at desc, id desc);
create index coats_by_order on coats (order_id, created_at desc, id desc);
create index coats_by_search on coats using gin (search gin_trgm_ops) with (fastupdate = off);

-- Pieces of a record. Those measured have readings; the others stand or fall with them.
create table coat_pieces (
  coat_id bigint not null references coats on delete cascade,
  piece_id bigint not null constraint coat_pieces_piece_fkey references pieces on delete cascade,
  plant_id bigint not null references plants,
  serial text collate "C" not null,
  mark text collate "C" not null,
  verdict text collate "C" check (verdict in ('pass', 'fail')),
  primary key (coat_id, piece_id)
);
create index coat_pieces_by_piece on coat_pieces (piece_id, coat_id);

-- Five spots a piece, three readings a spot: µm of a film, mm of a fire coating.
create table coat_readings (
  coat_id bigint not null,
  piece_id bigint not null,
  spot smallint not null check (spot between 1 and 5),
  point smallint not null check (point between 1 and 3),
  plant_id bigint not null references plants,
  value numeric(9,2) not null check (value >= 0),
  primary key (coat_id, piece_id, spot, point),
  foreign key (coat_id, piece_id) references coat_pieces (coat_id, piece_id) on delete cascade
);
