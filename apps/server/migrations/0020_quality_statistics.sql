-- What statistics of quality are counted by.
create index inspections_by_judgement on inspections (plant_id, judged_at) where judged_at is not null;
create index inspection_items_by_item on inspection_items (plant_id, item_id, inspection_id);
