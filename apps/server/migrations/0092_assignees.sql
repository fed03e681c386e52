-- The person to whom an order, a non-conformance report or a repair order is assigned.
alter table orders add column assignee_id bigint constraint orders_assignee_fkey references users (id);
alter table ncrs add column assignee_id bigint constraint ncrs_assignee_fkey references users (id);
alter table repairs add column assignee_id bigint constraint repairs_assignee_fkey references users (id);

-- For the lists of one person, and for lists sorted and grouped by person.
create index orders_by_assignee on orders (plant_id, assignee_id, id);
create index ncrs_by_assignee on ncrs (plant_id, assignee_id, id);
create index repairs_by_assignee on repairs (plant_id, assignee_id, id);

-- Whoever accepted a repair order has been responsible for it since.
update repairs r set assignee_id = u.id from users u where u.id = r.accepted_by and u.plant_id = r.plant_id;

alter table messages
  drop constraint messages_reason_check,
  add constraint messages_reason_check check (reason in ('mentioned', 'followed', 'assigned', 'approval_wanted', 'approved',
    'refused', 'decided', 'due', 'overdue', 'import_read', 'import_failed'));
