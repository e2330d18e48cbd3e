import { expect, test } from "vitest";
import { webAddress } from "./entries.ts";

test.each([
  ["git@github.com:example/shop.git", "https://github.com/example/shop"],
  ["https://github.com/example/shop.git", "https://github.com/example/shop"],
  ["https://user:secretword@github.com/example/shop", "https://github.com/example/shop"],
  ["ssh://git@git.example.com/team/shop.git", "https://git.example.com/team/shop"],
  ["https://git.example.com:8443/team/shop/", "https://git.example.com:8443/team/shop"],
  ["ssh://git@git.example.com:2222/team/shop.git", "https://git.example.com/team/shop"],
  ["http://git.example.com:3000/team/shop.git", "http://git.example.com:3000/team/shop"],
  ["git@git.example.com:42/shop.git", "https://git.example.com/42/shop"], // an owner, not a port
  ["/srv/git/shop.git", null],
  ["file:///srv/git/shop.git", null],
  ["javascript:alert(1)", null],
  ["", null],
])("the remote %j is read at %j", (remote, address) => {
  expect(webAddress(remote)).toBe(address);
});
