// React's fast refresh, as a module instead of an inline script, so that the CSP stays as it is. Development only.
import "@vitejs/plugin-react/preamble";
