-- An e-mail address that a person typed into their own profile: nobody has checked it, so it ties no identity to the account.
alter table users add column email_typed boolean not null default false;
update users set email_typed = true where exists (
  select from audit_log a where a.plant_id = users.plant_id and a.action = 'user.update' and a.subject_kind = 'user'
    and a.subject_id = users.id::text and a.actor_id = users.id
    and a.after ->> 'email' = users.email and a.before ->> 'email' is distinct from users.email);
