// React's fast refresh as a module instead of an inline script, to keep the CSP. Development only.
import "@vitejs/plugin-react/preamble";
