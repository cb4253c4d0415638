/**
 * Node 20 forgets letters such as `ü` in `URL.canParse` once it has optimised it (after some ten thousand calls), which no browser does:
 * it says that `https://bücher.example/` cannot be parsed.
 */
URL.canParse = (url, base) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
};
