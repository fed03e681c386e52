-- Incoming material: grades of steel with their limits, receipts with their lots, heats, mill certificates, and which lot
-- went into which piece. Serials, marks and order numbers are kept beside the ids: no list of quality needs a table of
-- orders. Figures of chemistry and strength are exact decimals.
create table steel_grades (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  -- Q355B; GB/T 1591; 2018. A draft may be changed and used, and says so; an approved one never changes.
  code text collate "C" not null check (code <> ''),
  standard text not null check (standard <> ''),
  edition text collate "C" not null check (edition <> ''),
  status text collate "C" not null default 'draft' check (status in ('draft', 'approved', 'retired')),
  source text not null default '',
  -- A list of limits: property, band of thickness, lower, upper, whether a certificate must say it, where it is from.
  limits jsonb not null default '[]' check (jsonb_typeof(limits) = 'array'),
  approved_at timestamptz,
  approved_by bigint,
  approved_by_name text,
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint steel_grades_code_key unique (plant_id, code, standard, edition),
  constraint steel_grades_approval_check check (status <> 'approved' or approved_at is not null)
);

create function keep_approved_grade() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.status = 'retired'
    and (to_jsonb(new) - '{status,version,updated_at,updated_by,updated_by_name}'::text[])
      = (to_jsonb(old) - '{status,version,updated_at,updated_by,updated_by_name}'::text[]) then
    return new;
  end if;
  raise exception 'grade % is approved', old.code using errcode = 'restrict_violation';
end
$$;
create trigger steel_grades_keep_approved before update or delete on steel_grades
  for each row when (old.approved_at is not null) execute function keep_approved_grade();

-- Numbers of heats repeat from maker to maker: one is known by who delivered it. It comes again with another delivery.
create table heats (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  no text collate "C" not null check (no <> ''),
  supplier text not null check (supplier <> ''),
  supplier_key text collate "C" not null,
  mill text not null default '',
  grade_id bigint not null constraint heats_grade_fkey references steel_grades,
  created_at timestamptz not null default now(),
  constraint heats_no_key unique (plant_id, supplier_key, no)
);
create index heats_by_no on heats (plant_id, no);

create table material_receipts (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  no text collate "C" not null,
  supplier text not null check (supplier <> ''),
  supplier_key text collate "C" not null,
  delivery_note text not null check (delivery_note <> ''),
  received_on date not null,
  project_id bigint constraint material_receipts_project_fkey references projects,
  note text not null default '',
  -- Kept by the verbs.
  lots integer not null default 0 check (lots >= 0),
  kg numeric(14,3) not null default 0 check (kg >= 0),
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint material_receipts_no_key unique (plant_id, no),
  constraint material_receipts_note_key unique (plant_id, supplier_key, delivery_note)
);
create index material_receipts_by_day on material_receipts (plant_id, received_on desc, id desc);
create index material_receipts_by_kg on material_receipts (plant_id, kg, id);
create index material_receipts_by_search on material_receipts using gin (search gin_trgm_ops) with (fastupdate = off);

create table material_lots (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  receipt_id bigint not null constraint material_lots_receipt_fkey references material_receipts,
  heat_id bigint not null constraint material_lots_heat_fkey references heats,
  received_on date not null,
  form text collate "C" not null check (form in ('plate', 'section', 'bar', 'tube')),
  profile text not null check (profile <> ''),
  thickness_mm numeric check (thickness_mm > 0),
  pieces integer not null check (pieces > 0),
  kg numeric(14,3) not null check (kg > 0),
  used_kg numeric(14,3) not null default 0 check (used_kg >= 0),
  left_kg numeric(14,3) generated always as (kg - used_kg) stored,
  status text collate "C" not null default 'quarantine' check (status in ('quarantine', 'released', 'concession',
    'rejected')),
  retest boolean not null default false,
  decided_at timestamptz,
  decided_by_name text,
  note text not null default '',
  agreed_by text,
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint material_lots_heat_key unique (receipt_id, heat_id, profile),
  constraint material_lots_used_check check (used_kg <= kg),
  constraint material_lots_concession_check check (status <> 'concession' or agreed_by <> '')
);
create index material_lots_by_heat on material_lots (heat_id, id);
create index material_lots_by_day on material_lots (plant_id, received_on desc, id desc);
create index material_lots_by_profile on material_lots (plant_id, profile, id);
create index material_lots_by_left on material_lots (plant_id, left_kg, id);
create index material_lots_by_status on material_lots (plant_id, status, received_on desc, id desc);
create index material_lots_by_search on material_lots using gin (search gin_trgm_ops) with (fastupdate = off);

create table mill_certificates (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  no text not null check (no <> ''),
  -- Inspection documents of EN 10204, or the report of a re-test.
  kind text collate "C" not null check (kind in ('3.1', '3.2', 'retest')),
  supplier text not null check (supplier <> ''),
  supplier_key text collate "C" not null,
  issued_on date not null,
  status text collate "C" not null default 'draft' check (status in ('draft', 'accepted', 'rejected')),
  note text not null default '',
  file_sha256 text collate "C",
  file_name text,
  file_type text,
  file_bytes bigint,
  decided_at timestamptz,
  decided_by_name text,
  decided_note text not null default '',
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint mill_certificates_no_key unique (plant_id, supplier_key, no),
  constraint mill_certificates_decided_check check ((status = 'draft') = (decided_at is null))
);
create index mill_certificates_by_day on mill_certificates (plant_id, issued_on desc, id desc);
create index mill_certificates_by_search on mill_certificates using gin (search gin_trgm_ops) with (fastupdate = off);

-- What a certificate says of a heat: {"C": "0.17", "ReH": "372"}. Once it is accepted, what it was judged to be stays.
create table mill_certificate_heats (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  certificate_id bigint not null constraint mill_certificate_heats_certificate_fkey references mill_certificates
    on delete cascade,
  heat_id bigint not null constraint mill_certificate_heats_heat_fkey references heats,
  position integer not null check (position >= 0),
  grade_code text collate "C" not null check (grade_code <> ''),
  thickness_mm numeric check (thickness_mm >= 0),
  values jsonb not null,
  judged jsonb,
  constraint mill_certificate_heats_position_key unique (certificate_id, position)
);
create index mill_certificate_heats_by_heat on mill_certificate_heats (heat_id, certificate_id);

-- Which lot went into which piece, and how much of it.
create table heat_uses (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  lot_id bigint not null constraint heat_uses_lot_fkey references material_lots,
  piece_id bigint not null constraint heat_uses_piece_fkey references pieces,
  order_id bigint not null constraint heat_uses_order_fkey references orders,
  -- Mark of the part; empty: the piece as a whole.
  part text collate "C" not null default '',
  kg numeric(14,3) not null check (kg > 0),
  assigned_at timestamptz not null,
  assigned_by bigint,
  assigned_by_name text not null,
  constraint heat_uses_piece_key unique (piece_id, part, lot_id)
);
create index heat_uses_by_lot on heat_uses (lot_id, id);

-- Which lots are tested again, and whose pieces are not cut without a heat.
create table material_plans (
  plant_id bigint primary key references plants,
  retest_from_mm numeric check (retest_from_mm > 0),
  version integer not null default 1 check (version > 0),
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null
);
create table material_projects (
  plant_id bigint not null references plants,
  project_id bigint not null constraint material_projects_project_fkey references projects on delete cascade,
  retest boolean not null,
  heat boolean not null,
  primary key (plant_id, project_id)
);
