-- A piece that was missing at the receipt may turn up later. What the receipt noted stays; when and where the piece was
-- found is noted beside it.
alter table delivery_exceptions
  add column found_at timestamptz,
  add column found_by_name text,
  add column found_note text,
  add constraint delivery_exceptions_found_check
    check (found_at is null or (kind = 'missing' and found_by_name is not null and found_note is not null));

alter table deliveries
  add column found integer not null default 0,
  add constraint deliveries_found_check check (found between 0 and missing);
