-- Messages to a group of WeCom, sent by its robot: what waits for somebody, told once. They belong to no person.
alter table message_deliveries
  alter column user_id drop not null,
  alter column message_id drop not null,
  -- What the group is told of; the text is put together when it is sent.
  add column occasion text collate "C" constraint message_deliveries_occasion_key unique,
  drop constraint message_deliveries_channel_check,
  add constraint message_deliveries_channel_check check (channel in ('email', 'wecom', 'robot')),
  add constraint message_deliveries_recipient_check check ((channel = 'robot') = (occasion is not null)
    and (user_id is null) = (occasion is not null) and (message_id is null) = (occasion is not null));
