import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Rename a status while orders have it","description":"","frontmatter":{},"headers":[],"relativePath":"how-to/rename-a-status.md","filePath":"docs/how-to/rename-a-status.md"}');
const _sfc_main = { name: "how-to/rename-a-status.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="rename-a-status-while-orders-have-it" tabindex="-1">Rename a status while orders have it <a class="header-anchor" href="#rename-a-status-while-orders-have-it" aria-label="Permalink to &quot;Rename a status while orders have it&quot;">​</a></h1><p>You want another name for a status, such as <code>Dispatched</code> for <code>Shipped</code>, and no order may get stuck. A test does these steps with 200 orders (<code>e2e/rename-status.long.test.ts</code>).</p><ol><li><p>Copy the configuration folder and change the name in <code>order-types.json</code>, also in <code>availableSteps</code> and <code>mainOrderStatus</code>, and in subscriptions, hold rules and properties of steps that name it. Then <a href="/docs/site/how-to/check-a-configuration-before-use.html">check it</a>:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>npx oms config check next</span></span>
<span class="line"><span>npx oms config diff --to next --write-mapping mapping.json</span></span>
<span class="line"><span>npx oms config simulate --config next --mapping mapping.json</span></span></code></pre></div><p>The diff says <code>status &quot;Shipped&quot; is renamed to &quot;Dispatched&quot;</code>, with the orders and runs in flight. With the mapping the simulation reports no difference. Rules of the program know <code>Queued</code>, <code>PartiallyShipped</code>, <code>NotCollected</code>, <code>Deleted</code>, <code>Returned</code> and <code>PartiallyReturned</code> by name: leave these.</p></li><li><p>Have clients send the new name from the moment of the change. Until then <code>UpdateStatus</code> with the old one works, afterwards it is 400.</p></li><li><p>Copy the files over those in use and send <code>SIGHUP</code> to each process. Orders with the old name can still be read, paid, changed and moved on to any status; waiting runs stay waiting.</p></li><li><p>See what would be moved, then move it:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>npx oms config migrate --mapping mapping.json --reason &#39;The shop says Dispatched.&#39;</span></span>
<span class="line"><span>npx oms config migrate --mapping mapping.json --reason &#39;The shop says Dispatched.&#39; --apply</span></span></code></pre></div><p>Orders, their shipments and return forms get the new name as versions with a note of the reason. No step runs. Runs that wait, are held or have failed continue under the new name. Orders whose run is just under way are tried again for <code>--wait</code> seconds.</p></li></ol><p>It works when the last line says <code>Orders without a configured status 0</code>. Exit code 3 names orders that were busy or refused: run the command again, after correcting the mapping where it says so. It may be interrupted at any time; it continues with what is left.</p><p>Orders that are soft-deleted keep the status they had. One that is restored later is moved by running the command again. Saved filters, reports and receivers of webhooks of your own must know the new name.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/how-to/rename-a-status.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const renameAStatus = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  renameAStatus as default
};
