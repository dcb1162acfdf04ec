-- file-holds-purge
delete from file_hold
where expires < now() - interval '1 day'
