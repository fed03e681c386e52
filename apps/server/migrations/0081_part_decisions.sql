-- Whether a person said if the drawing of a part file goes to the listed part; kept when the import is compared again.
alter table import_parts add column decided boolean not null default false;
