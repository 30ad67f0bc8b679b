// A series of items, each with a `start` and an `end` that are places: an instant and an order.
//
// They are kept in blocks, in the order of their starts, so that items that are not visible are skipped and old ones
// are dropped a block at a time.

const BLOCK = 64;

class Block {
  constructor(first) {
    this.items = [];
    this.start = first.start;
    this.end = first.start;
    this.openCount = 0;
  }

  add(item) {
    this.items.push(item);
    if (item.end) this.reach(item.end);
    else this.openCount += 1;
  }

  reach(place) { if (place.order > this.end.order) this.end = place; }
}

export class Series {
  constructor() { this.blocks = []; }

  get count() { return this.blocks.reduce((sum, block) => sum + block.items.length, 0); }
  get last() { return this.blocks.at(-1)?.items.at(-1); }

  // Adds an item that began after all others; without an `end` it is open.
  add(item) {
    let block = this.blocks.at(-1);
    if (!block || block.items.length >= BLOCK) {
      block = new Block(item);
      this.blocks.push(block);
    }
    block.add(item);
  }

  // Sets the end of an item; a later call replaces an earlier one.
  end(item, place) {
    const block = this.blocks.findLast((block) => block.start.order <= item.start.order);
    if (!item.end) block.openCount -= 1;
    item.end = place;
    block.reach(place);
  }

  // The newest item for which a test holds, of those that began at an order or after it.
  findLast(test, since = 0) {
    for (let index = this.blocks.length - 1; index >= 0; index -= 1) {
      const found = this.blocks[index].items.findLast(test);
      if (found || this.blocks[index].start.order < since) return found;
    }
    return undefined;
  }

  // The items without an end.
  get open() {
    const blocks = this.blocks.filter((block) => block.openCount > 0);
    return blocks.flatMap((block) => block.items.filter((item) => !item.end));
  }

  // The items that overlap a range of numbers; `at` makes a number of a place.
  *within(from, to, at) {
    for (const block of this.blocks) {
      if (at(block.start) > to) return;
      if (block.openCount === 0 && at(block.end) < from) continue;
      for (const item of block.items) {
        if (at(item.start) <= to && (!item.end || at(item.end) >= from)) yield item;
      }
    }
  }

  // Drops blocks whose items all ended before an order.
  forget(order) {
    this.blocks = this.blocks.filter((block) => block.openCount > 0 || block.end.order >= order);
  }
}
