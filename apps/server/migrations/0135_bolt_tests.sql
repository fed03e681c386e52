-- Tests of high-strength bolts: torque coefficient or preload of a lot, slip factor of an order's surfaces.
create table bolt_tests (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  kind text collate "C" not null check (kind in ('torque', 'preload', 'slip')),
  lot_id bigint constraint bolt_tests_lot_fkey references bolt_lots on delete cascade,
  order_id bigint constraint bolt_tests_order_fkey references orders on delete cascade,
  report_no text collate "C" not null check (report_no <> ''),
  tested_on date not null,
  -- Of a slip test: treatment of the surface, and the design value that no specimen may be below.
  surface text not null default '',
  design_value numeric(4,2) check (design_value > 0),
  readings jsonb not null,
  mean numeric(12,4) not null,
  deviation numeric(12,4) not null,
  is_passed boolean not null,
  -- Why not.
  reason text collate "C",
  tested_by bigint,
  tested_by_name text not null,
  created_at timestamptz not null default now(),
  constraint bolt_tests_subject_check check ((kind = 'slip') = (lot_id is null) and (lot_id is null) <> (order_id is null)
    and (kind = 'slip') = (design_value is not null)),
  constraint bolt_tests_reason_check check (is_passed = (reason is null))
);
create index bolt_tests_by_lot on bolt_tests (lot_id, id);
create index bolt_tests_by_order on bolt_tests (order_id, id);
create index bolt_tests_by_id on bolt_tests (plant_id, id);

-- Project setting: sets are issued only from lots whose latest test is passed.
alter table projects add column bolt_tests_required boolean not null default false;
