/** Opens and closes the navigation where it has no place beside the page. */
export function addMenu(): void {
  const button = document.querySelector('.menu');
  button?.addEventListener('click', () => {
    const isOpen = document.querySelector('.side')?.classList.toggle('open') ?? false;
    button.setAttribute('aria-expanded', String(isOpen));
  });
}
