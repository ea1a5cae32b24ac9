-- One time zone for each person: `time_zone`, a name of the IANA database. Until now it counted for the day's deal only, and `zone`,
-- an offset from UTC such as +9 or +5:30, for everything else. A name stays. Without a name, an offset of whole hours becomes the zone
-- of the database with this offset, whose names have the sign of POSIX: Etc/GMT-9 is nine hours ahead of UTC. People with another
-- offset are asked again, because several zones have it.
INSERT INTO settings (owner_id, name, value)
SELECT owner_id, 'time_zone',
       CASE WHEN value IN ('+0', '-0') THEN 'UTC'
            WHEN value LIKE '+%' THEN 'Etc/GMT-' || substr(value, 2)
            ELSE 'Etc/GMT+' || substr(value, 2) END
  FROM settings AS old
 WHERE name = 'zone' AND value NOT LIKE '%:%'
   AND NOT EXISTS (SELECT 1 FROM settings AS named WHERE named.owner_id = old.owner_id AND named.name = 'time_zone');
DELETE FROM settings WHERE name = 'zone';
