-- People are told that an order was released for work.
alter table messages
  drop constraint messages_reason_check,
  add constraint messages_reason_check check (reason in ('mentioned', 'followed', 'assigned', 'approval_wanted', 'approved',
    'refused', 'decided', 'due', 'overdue', 'import_read', 'import_failed', 'revised', 'released'));
