import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Change a database","description":"","frontmatter":{},"headers":[],"relativePath":"how-to/change-the-database.md","filePath":"docs/how-to/change-the-database.md"}');
const _sfc_main = { name: "how-to/change-the-database.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="change-a-database" tabindex="-1">Change a database <a class="header-anchor" href="#change-a-database" aria-label="Permalink to &quot;Change a database&quot;">​</a></h1><p>You want another column or table in the database of a service.</p><ol><li><p>Change <code>services/&lt;name&gt;/prisma/schema.prisma</code>.</p></li><li><p>Make the migration:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>node_modules/.bin/node --conditions=development tools/new-migration.ts orders-workflow add-hold</span></span></code></pre></div></li><li><p>Read the SQL it wrote and correct it where rows exist. A migration runs in one transaction, and the former version of the service still runs while it is applied: add first, remove in a later version. A migration that was released is never edited; its checksum is compared. A column gets another name in two versions: the new one exists beside the former one, triggers keep both in step, and reads take the former one where the new one is null (<code>20261129010000_published_allocations</code> is an example).</p></li><li><p>The user of the service may read and write the rows of a new table. Revoke what it must not do in the migration: <code>REVOKE UPDATE, DELETE ON … FROM</code> the <a href="/docs/site/reference/behaviour/security.html#rights-in-the-databases">rights role</a>.</p></li><li><p><code>npm run generate</code> refreshes the client, and the statements as a reviewer reads them. Each common table expression has a comment above it. What must not be forgotten in a write of a table is a row of <code>tools/statements/statement-rules.ts</code>.</p></li></ol><p>It works when <code>npm test -- migrations</code> is green: it compares schema and migrations, and applies them to an empty database.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/how-to/change-the-database.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const changeTheDatabase = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  changeTheDatabase as default
};
