-- Who contributed to a record is found in the audit log, by record and person: whoever wrote a value does not judge it, though
-- somebody else wrote over it since. The columns that knew only the last one are no longer asked.
create index audit_log_by_contributor on audit_log (plant_id, subject_id, subject_kind, actor_id, action);
alter table mill_certificates drop column entered_by;
alter table coats drop column measured_by;
