import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"60. Verify a deployment by running it","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0060-verify-a-deployment-by-running-it.md","filePath":"docs/explanation/adr/0060-verify-a-deployment-by-running-it.md"}');
const _sfc_main = { name: "explanation/adr/0060-verify-a-deployment-by-running-it.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="60-verify-a-deployment-by-running-it" tabindex="-1">60. Verify a deployment by running it <a class="header-anchor" href="#60-verify-a-deployment-by-running-it" aria-label="Permalink to &quot;60. Verify a deployment by running it&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> The image once did not build although a test repeated the steps of the Dockerfile outside a container. The compose file, its health checks, its order of starts and the guides of operators had never been run either.</p><p><strong>Decision.</strong> <code>npm run verify:deployment</code> does what the guide for Compose says, with Docker or Podman, and compares the outcome. It is a job of its own in CI, not part of <code>npm test</code>, which must run where there is no engine.</p><p>Images are built in one shared layer for all services, from the lock file, on a base named by digest; file times are fixed, and what pnpm notes about the installation is removed, so that two builds contain the same files. The list of packages (CycloneDX) is made from what is installed in the image, with the library of the CycloneDX project: <code>cyclonedx-npm</code> reads npm&#39;s layout, and reported each of pnpm&#39;s links as a package or an error.</p><p><strong>Consequences.</strong> - A version of a service is replaced with Compose by running both for a moment. The gateway makes that invisible; the gateway&#39;s own replacement needs a load balancer.</p><ul><li>The verification takes 10 to 20 minutes.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0060-verify-a-deployment-by-running-it.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0060VerifyADeploymentByRunningIt = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0060VerifyADeploymentByRunningIt as default
};
