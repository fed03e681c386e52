-- Optional items of a standard that an inspector added to a form. An item of a standard stands in a form once.
alter table inspection_items add column added boolean not null default false;
create unique index inspection_items_once on inspection_items (inspection_id, item_id) where item_id is not null;
