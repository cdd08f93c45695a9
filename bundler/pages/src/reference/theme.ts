/** Gives Swagger UI its own dark theme where the page is dark: by the reader's choice, else as the system is. */
export function followTheme(): void {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    const { theme } = root.dataset;
    root.classList.toggle('dark-mode', theme === undefined ? system.matches : theme === 'dark');
  };
  system.addEventListener('change', show);
  new MutationObserver(show).observe(root, { attributeFilter: ['data-theme'] });
  show();
}
