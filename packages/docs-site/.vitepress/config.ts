import { siteConfig } from '../src/site-config.ts'

// biome-ignore lint/style/noDefaultExport: VitePress takes the default export of this file.
export default siteConfig
