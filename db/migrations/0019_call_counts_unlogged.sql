-- Counts of calls are written all the time, and a crash of the database may forget them: they stay out of its log.
ALTER TABLE "call_counts" SET UNLOGGED;
