-- Bought parts on purchase orders: priced by piece, received into lots of their own.
alter table purchase_lines
  add column item_id bigint constraint purchase_lines_item_fkey references bought_items,
  add column price_each numeric(12,4) check (price_each >= 0);
alter table purchase_lines drop constraint purchase_lines_form_check;
alter table purchase_lines add constraint purchase_lines_form_check
  check (form in ('plate', 'section', 'bar', 'tube', 'bought'));
alter table purchase_lines add constraint purchase_lines_item_check check ((form = 'bought') = (item_id is not null));
create index purchase_lines_by_item on purchase_lines (item_id) where item_id is not null;

alter table purchase_receipts
  alter column lot_id drop not null,
  alter column kg drop not null,
  add column bolt_lot_id bigint constraint purchase_receipts_bolt_lot_fkey references bolt_lots on delete cascade,
  add constraint purchase_receipts_lot_check
    check ((lot_id is null) <> (bolt_lot_id is null) and (lot_id is null) = (kg is null));
create index purchase_receipts_by_bolt_lot on purchase_receipts (bolt_lot_id);

create or replace function purchase_receipt_deleted() returns trigger language plpgsql as $$
begin
  update purchase_lines set received = received - old.pieces, received_kg = received_kg - coalesce(old.kg, 0)
  where id = old.line_id;
  update purchases set status = 'partly_received'
  where status = 'received' and id = (select purchase_id from purchase_lines where id = old.line_id);
  return null;
end $$;
