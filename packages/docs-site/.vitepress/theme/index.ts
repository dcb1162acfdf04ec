// The fonts of the machine: the site loads none.
import DefaultTheme from 'vitepress/theme-without-fonts'
import './site.css'

export default DefaultTheme
