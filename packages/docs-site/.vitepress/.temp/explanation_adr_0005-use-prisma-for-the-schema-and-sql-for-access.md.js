import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"5. Use Prisma for the schema and migrations, SQL for access","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0005-use-prisma-for-the-schema-and-sql-for-access.md","filePath":"docs/explanation/adr/0005-use-prisma-for-the-schema-and-sql-for-access.md"}');
const _sfc_main = { name: "explanation/adr/0005-use-prisma-for-the-schema-and-sql-for-access.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="5-use-prisma-for-the-schema-and-migrations-sql-for-access" tabindex="-1">5. Use Prisma for the schema and migrations, SQL for access <a class="header-anchor" href="#5-use-prisma-for-the-schema-and-migrations-sql-for-access" aria-label="Permalink to &quot;5. Use Prisma for the schema and migrations, SQL for access&quot;">​</a></h1><p><strong>Status</strong>: superseded by <a href="/docs/site/explanation/adr/0049-say-with-prisma-client-what-it-can-say.html">ADR 49</a></p><p><strong>Context.</strong> Measured on two cores: a nested Prisma create 737/s, the same rows by one raw statement 3,560/s; reads of the stored text 12,000/s and 22,800/s. Every write must save aggregate, version and outbox in one guarded statement, which a query builder cannot express. Prisma&#39;s schema and migration files are well known and easy to review. Its schema engine is a download that closed networks cannot make.</p><p><strong>Decision.</strong> <code>schema.prisma</code> and Prisma&#39;s migration folders define every database. Migrations are applied by our program on Prisma&#39;s schema engine in WebAssembly, which comes from the registry. All access is parameterised SQL with named statements through <code>Transaction</code> and <code>Database</code>; there is no generated client. A client beside the SQL would be a second way of doing one thing, with its own connections, number types and transactions.</p><p><strong>Consequences.</strong> A test compares schema and migrations of each database. Triggers, partial indexes and deferred constraints are added to the migration manually. Row types are declared beside their statement.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0005-use-prisma-for-the-schema-and-sql-for-access.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0005UsePrismaForTheSchemaAndSqlForAccess = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0005UsePrismaForTheSchemaAndSqlForAccess as default
};
