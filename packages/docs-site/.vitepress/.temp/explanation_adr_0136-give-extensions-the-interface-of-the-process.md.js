import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"136. Give extensions the interface of the process","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0136-give-extensions-the-interface-of-the-process.md","filePath":"docs/explanation/adr/0136-give-extensions-the-interface-of-the-process.md"}');
const _sfc_main = { name: "explanation/adr/0136-give-extensions-the-interface-of-the-process.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="136-give-extensions-the-interface-of-the-process" tabindex="-1">136. Give extensions the interface of the process <a class="header-anchor" href="#136-give-extensions-the-interface-of-the-process" aria-label="Permalink to &quot;136. Give extensions the interface of the process&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> An extension imports <code>@open-oms/extend</code>. Node.js looks for a package beside the module and above it, and a configuration folder has none: it is mounted read-only from a volume or a ConfigMap, apart from the program.</p><p><strong>Decision.</strong> A hook of <code>node:module</code> resolves <code>@open-oms/extend</code> from orders-workflow where nothing is installed beside the extension. What is installed beside it comes first: an extension that was built by another version says so, and is refused where it does not fit.</p><p>What runs a step (copies, the narrow context, the check of its outcome, its time) is part of the package too. The service adds connectors, keys and the record of the run; the kit for tests adds an order. So a test of an extension cannot pass by rules that the system does not have.</p><p>Considered: an image of one&#39;s own for every extension, which a retailer must build again with each release; copies of the interface in each configuration folder, which are out of step after an upgrade; an embedded system in every test, which takes half a minute and cannot be installed by npm.</p><p><strong>Consequences.</strong> <code>checked-step</code>, <code>find-step-fault</code> and <code>within-time</code> are published, and are not part of the interface that <a href="/docs/site/reference/behaviour/extensions.html#versions">versions</a> promise.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0136-give-extensions-the-interface-of-the-process.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0136GiveExtensionsTheInterfaceOfTheProcess = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0136GiveExtensionsTheInterfaceOfTheProcess as default
};
