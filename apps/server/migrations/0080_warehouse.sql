-- Where a lot lies in the store, and how long each of its bars is: what is left of a section is also said in metres.
alter table material_lots
  add column location text not null default '',
  add column length_mm numeric(9,1) check (length_mm > 0);
create index material_lots_by_location on material_lots (plant_id, location, id);
