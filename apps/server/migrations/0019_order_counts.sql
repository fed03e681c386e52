-- Counting matches reads an index only. What a list can be narrowed down by beside a date or words: state, priority, project.
create index orders_counted on orders (plant_id, status, priority, project_id);
-- The daily view and a project's orders find their page and add it up without the rows, which are wide.
drop index orders_open_by_due;
create index orders_open_by_due on orders (plant_id, due_on, id)
  include (status, priority, project_id, pieces, weight_kg, progress)
  where status in ('draft', 'confirmed', 'released', 'in_production', 'completed', 'on_hold');
drop index orders_by_project;
create index orders_by_project on orders (project_id, no) include (plant_id, id, status, pieces, weight_kg, progress);
-- Days of an order lie scattered over those of all others; the pace of a page of orders is read from the key.
alter table order_days drop constraint order_days_pkey,
  add constraint order_days_pkey primary key (order_id, day) include (weighted_kg);
