/** Pages of text: each block of code gets a button that copies it. */
const SHOWN_MS = 2_000;

for (const block of document.querySelectorAll('pre')) {
  const frame = document.createElement('div');
  frame.className = 'block';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', () => void copy(block, button));
  block.replaceWith(frame);
  frame.append(block, button);
}

/** Selects the block where the browser lets no page write its clipboard, as without TLS from another machine. */
async function copy(block: HTMLPreElement, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
  } catch {
    getSelection()?.selectAllChildren(block);
    button.textContent = 'Selected: Ctrl+C copies';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, SHOWN_MS);
}
