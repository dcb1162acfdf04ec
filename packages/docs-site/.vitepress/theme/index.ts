// The fonts of the machine: the site loads none.
import DefaultTheme from 'vitepress/theme-without-fonts'
import './site.css'

// biome-ignore lint/style/noDefaultExport: VitePress takes the default export of this file.
export default DefaultTheme
