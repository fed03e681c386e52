-- Points of a fire coating follow the member: sections by its length, points of a section by what it is. Of a film, and of
-- records that are there, five spots of three readings.
alter table coat_pieces add column spots smallint not null default 5 check (spots between 1 and 60);
alter table coat_pieces add column points smallint not null default 3 check (points between 1 and 12);
alter table coat_readings drop constraint coat_readings_spot_check;
alter table coat_readings add constraint coat_readings_spot_check check (spot between 1 and 60);
alter table coat_readings drop constraint coat_readings_point_check;
alter table coat_readings add constraint coat_readings_point_check check (point between 1 and 12);
