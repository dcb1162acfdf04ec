-- One database per service; no service can reach another's by accident.
CREATE DATABASE catalog_assets;
CREATE DATABASE orders_workflow;
CREATE DATABASE accounting_read;
