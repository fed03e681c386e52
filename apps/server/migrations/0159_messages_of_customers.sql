-- People get a message when a customer answers an invitation to an inspection, or signs its result.
alter table messages
  drop constraint messages_reason_check,
  add constraint messages_reason_check check (reason in ('mentioned', 'followed', 'assigned', 'approval_wanted', 'approved',
    'refused', 'decided', 'due', 'overdue', 'import_read', 'import_failed', 'revised', 'released', 'customer_accepted',
    'customer_declined', 'customer_signed'));
