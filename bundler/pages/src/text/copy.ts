const SHOWN_MS = 2_000;

/** Gives each block of code a button that copies it. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('pre')) {
    // What scrolls must be reached by the keyboard.
    block.tabIndex = 0;
    const frame = document.createElement('div');
    frame.className = 'block';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'small';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(block, button));
    block.replaceWith(frame);
    frame.append(block, button);
  }
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
