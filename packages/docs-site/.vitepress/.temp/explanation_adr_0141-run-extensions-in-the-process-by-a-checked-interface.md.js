import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"141. Run extensions in the process by a checked interface","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0141-run-extensions-in-the-process-by-a-checked-interface.md","filePath":"docs/explanation/adr/0141-run-extensions-in-the-process-by-a-checked-interface.md"}');
const _sfc_main = { name: "explanation/adr/0141-run-extensions-in-the-process-by-a-checked-interface.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="141-run-extensions-in-the-process-by-a-checked-interface" tabindex="-1">141. Run extensions in the process by a checked interface <a class="header-anchor" href="#141-run-extensions-in-the-process-by-a-checked-interface" aria-label="Permalink to &quot;141. Run extensions in the process by a checked interface&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> A step of one&#39;s own was a fork. It has to run with the fencing, the dry run, the retries and the explanations of the steps of the system, and an upgrade must not break it silently.</p><p><strong>Decision.</strong> A module of the configuration exports steps, which orders-workflow loads when it starts. Their types are those of <code>@open-oms/extend/step</code>, and the steps of the system have the same: declaration, context, outcome, <code>apply</code>, <code>ask</code>, <code>call</code> and <code>record</code> are declared there once. The system adds to them for its own steps (connectors, published allocations, repeated money requests), so that there is one runner and one registry.</p><p>What an extension returns is checked before it counts: a valid order, which differs only in fields that carry no money, no quantities and no status. A fault is an error of the step. Else a mistake would be found by the rules of the write, and the write be repeated until its run is given up.</p><p>The extension gets a copy of the order and a context without database, configuration or connectors. That is a limit against mistakes and not against malice: JavaScript in a process can reach all of it. Who may write the configuration folder is trusted with the process.</p><p>The version of the interface is compiled into the extension and compared at load. It is not that of the system, whose minor versions are many.</p><p>Considered: a worker thread or process for each extension. Steps that change an order run inside of transactions, where a message to another thread holds locks. Also considered: patches in place of an order. <code>record</code> writes into a newer order than it was asked with, which a patch would have to be checked against anyway.</p><p><strong>Consequences.</strong> Another list of extensions needs a restart. An extension that never returns blocks its process. Rules: <a href="/docs/site/reference/behaviour/extensions.html">extensions</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0141-run-extensions-in-the-process-by-a-checked-interface.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0141RunExtensionsInTheProcessByACheckedInterface = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0141RunExtensionsInTheProcessByACheckedInterface as default
};
