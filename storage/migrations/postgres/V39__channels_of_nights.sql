-- A search for a lost post asks which messages in its channel are those of nights and scheduled lobbies.
CREATE INDEX nights_by_channel ON nights (channel_id);
CREATE INDEX scheduled_lobbies_by_channel ON scheduled_lobbies (channel_id);
