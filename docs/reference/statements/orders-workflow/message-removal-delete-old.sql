-- message-removal-delete-old
delete from message_file_removal
where created < now() - interval '90 days'
