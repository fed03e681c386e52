-- Demand of parts reads all parts of open orders. It finds all that it needs in the index, and reads no geometries.
alter table parts add column drawn boolean not null generated always as (geometry is not null) stored;
drop index parts_by_mark;
create index parts_by_mark on parts (mark_id, part_mark, id)
  include (profile, grade, length_mm, width_mm, net_kg, holes, quantity_per_mark, is_assembly, drawn);

-- Only lines that have not come are listed by day.
drop index purchase_lines_by_day;
create index purchase_lines_open on purchase_lines (plant_id, expected_on, id) where received < pieces;
create index subcontracts_by_status on subcontracts (plant_id, status, promised_on, id);
