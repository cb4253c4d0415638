import { describe, expect, it } from 'vitest';
import {
  decodeEntities,
  type HtmlNode,
  parseDeclaredHtml,
  textOfHtml,
} from '../../../frame/chat/messages/declaredHtml.ts';
import { linkify } from '../../../frame/chat/messages/linkify.ts';

const links = (text: string) => linkify(text).flatMap((part) => (part.kind === 'link' ? [part.href] : []));
const shape = (nodes: readonly HtmlNode[]): unknown =>
  nodes.map((node) => (node.kind === 'text' ? node.text : [node.tag, ...(shape(node.children) as unknown[])]));

describe('linkify', () => {
  it('[CH-054] makes addresses links', () => {
    expect(
      links('See https://northwind.example/a?b=c#d, www.northwind.example and ask sales@northwind.example.'),
    ).toEqual([
      'https://northwind.example/a?b=c#d',
      'https://www.northwind.example/',
      'mailto:sales@northwind.example',
    ]);
  });

  it('[CH-054] excludes the full stop and the outer bracket from the address', () => {
    expect(links('(https://a.example/x_(y)).')).toEqual(['https://a.example/x_(y)']);
  });

  it.each([
    ['请看https://a.example/b，谢谢。', 'https://a.example/b'],
    ['（https://a.example/b）', 'https://a.example/b'],
    ['こちら「https://a.example/b」です', 'https://a.example/b'],
    ['https://a.example/b、www.b.example', 'https://a.example/b'],
    ['https://a.example/路径！', 'https://a.example/%E8%B7%AF%E5%BE%84'],
    ['[https://a.example/b]', 'https://a.example/b'],
    ['{https://a.example/b}.', 'https://a.example/b'],
    ['https://a.example/b[1]', 'https://a.example/b[1]'],
    ['([https://a.example/b(1)])', 'https://a.example/b(1)'],
  ])('[CH-054] finds the end of the address in %s', (text, href) => {
    expect(links(text)[0]).toBe(href);
  });

  it('[CH-054] leaves markup and other schemes unchanged', () => {
    const text = '<script>alert(1)</script> javascript:alert(1) data:text/html,x <img src=x onerror=alert(1)>';
    expect(linkify(text)).toEqual([{ kind: 'text', text }]);
  });

  it('[CH-054] makes no link of an address that hides its host behind credentials', () => {
    expect(links('https://bank.example@evil.example/ and https://bank.example:login@evil.example/')).toEqual([]);
    const [link] = parseDeclaredHtml('<a href="https://bank.example@evil.example/">your bank</a>');
    expect(link).toMatchObject({ tag: 'a', href: undefined });
  });

  it('[CH-054] reads a megabyte of text in one pass', () => {
    const text = `${'word.www. http:// @@ '.repeat(50_000)}https://a.example`;
    expect(links(text).at(-1)).toBe('https://a.example/');
  });

  it('[CH-054] leaves right-to-left text, joined emoji, null characters and lone surrogates unchanged', () => {
    const text = 'مرحبا 👩‍👩‍👧‍👦 e\u0301 \u0000 \ud800 end';
    expect(linkify(text)).toEqual([{ kind: 'text', text }]);
  });
});

describe('declared markup', () => {
  it('[CH-054] keeps the allowed tags, and only the text of all others', () => {
    expect(
      shape(parseDeclaredHtml('<div dir="ltr" style="x">Hi <b>you</b><font size=7> there</font><br>bye</div>')),
    ).toEqual([['div', 'Hi ', ['b', 'you'], ' there', ['br'], 'bye']]);
  });

  it.each([
    ['<script>alert(1)</script>ok'],
    ['<scr<script>ipt>alert(1)</script>ok'],
    ['<style>*{}</style>ok'],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>ok'],
    ['<svg><script>alert(1)</script></svg>ok'],
    ['<template><img onerror=alert(1)></template>ok'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>ok'],
    ['<!-- <b> --><!doctype html>ok'],
  ])('[CH-054] makes %s harmless', (markup) => {
    const nodes = parseDeclaredHtml(markup);
    expect(textOfHtml(nodes)).toMatch(/ok$/);
    expect(JSON.stringify(nodes)).not.toContain('script');
  });

  it('[CH-054] keeps links to checked addresses only', () => {
    const [good, bad, tricky] = parseDeclaredHtml(
      '<a href="https://a.example" onclick="alert(1)">a</a><a href="java&#115;cript:alert(1)">b</a><a href=" JAVASCRIPT:x">c</a>',
    );
    expect(good).toMatchObject({ tag: 'a', href: 'https://a.example/' });
    expect(bad).toMatchObject({ tag: 'a', href: undefined });
    expect(tricky).toMatchObject({ tag: 'a', href: undefined });
  });

  it('[CH-054] closes open elements and ignores unmatched closing tags', () => {
    expect(shape(parseDeclaredHtml('<b><i>a</b>b</u>'))).toEqual([['b', ['i', 'a']], 'b']);
  });

  it.each([
    ['hi <a href="https://a.example">link</a> <a href="https://b.example"'],
    ['hi <a href="https://a.example">link</a> <a href="https://b.example/>'],
    ['hi <a href="https://a.example">link</a> <br'],
    ['hi <a href="https://a.example">link</a> <li/'],
  ])('[CH-054] shows nothing of a tag that the limit of a text has cut off: %s', (markup) => {
    expect(shape(parseDeclaredHtml(markup))).toEqual(['hi ', ['a', 'link'], ' ']);
  });

  it('[CH-054] survives deep nesting and a megabyte of brackets', () => {
    expect(textOfHtml(parseDeclaredHtml(`${'<div>'.repeat(50_000)}deep`))).toContain('deep');
    expect(textOfHtml(parseDeclaredHtml('<'.repeat(200_000)))).toHaveLength(200_000);
  });

  it('[CH-054] decodes entities once', () => {
    expect(decodeEntities('&lt;b&gt; &amp;lt; &#65;&#x42; &bogus; &#0; &#x110000;')).toBe(
      '<b> &lt; AB &bogus; &#0; &#x110000;',
    );
    expect(shape(parseDeclaredHtml('&lt;script&gt;'))).toEqual(['<script>']);
  });
});
