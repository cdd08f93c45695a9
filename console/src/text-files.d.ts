/** Strategy files are bundled as their text. */
declare module '*.py' {
  const text: string;
  export default text;
}
