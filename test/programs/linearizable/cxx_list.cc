// Harris's ordered list as a set, as a C++ class: a node is marked as removed before it is
// unlinked. With -DUNMARKED it is unlinked at once, and a node that is added behind it meanwhile is
// lost. With -DTWICE the mark is set without a look whether it was set before: two threads remove
// one value.
// cflags: -std=c++20
// expect: pass
// also: '--cflags=-std=c++20 -DUNMARKED'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: \[add\(1\)\] add\(2\) \| erase\(1\)
// also: '--cflags=-std=c++20 -DTWICE'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: \[add\(1\)\] erase\(1\) \| erase\(1\)
#include <atomic>
#include <cstdint>
#include <ravel.hpp>

template <class Key> class Set {
  struct Node;

  // A pointer to the next node, and whether the node that has it is removed.
  class Link {
    std::uintptr_t bits = 0;

  public:
    Link() = default;
    Link(Node *node, bool removed = false)
        : bits(reinterpret_cast<std::uintptr_t>(node) | std::uintptr_t{removed}) {
    }
    Node *node() const {
      return reinterpret_cast<Node *>(bits & ~std::uintptr_t{1});
    }
    bool removed() const {
      return bits & 1;
    }
  };

  struct Node {
    Key key{};
    std::atomic<Link> next{};
    Node *older = nullptr; // they live as long as the set: others may still read them
  };

  Node head;
  std::atomic<Node *> all{nullptr};

  struct Place {
    std::atomic<Link> *link;
    Node *node; // the first one that is not below the key
  };

  Place find(Key key) {
    for (;;) {
      Place place{&head.next, head.next.load().node()};
      bool lost = false;
      while (place.node && !lost) {
        const Link next = place.node->next;
        Link expected = place.node;
        if (next.removed())
          lost = !place.link->compare_exchange_strong(expected, next.node());
        else if (place.node->key >= key)
          return place;
        else
          place.link = &place.node->next;
        place.node = next.node();
      }
      if (!lost)
        return place;
    }
  }

  Node *make(Key key) {
    Node *const node = new Node{key};
    node->older = all;
    while (!all.compare_exchange_strong(node->older, node))
      ;
    return node;
  }

public:
  ~Set() {
    for (Node *node = all; node;) {
      Node *const older = node->older;
      delete node;
      node = older;
    }
  }

  bool add(Key key) {
    for (Node *node = nullptr;;) {
      const Place place = find(key);
      if (place.node && place.node->key == key)
        return false;
      node = node ? node : make(key);
      node->next = place.node;
      Link expected = place.node;
      if (place.link->compare_exchange_strong(expected, node))
        return true;
    }
  }

  bool erase(Key key) {
    for (;;) {
      const Place place = find(key);
      if (!place.node || place.node->key != key)
        return false;
      Link next = place.node->next, expected = place.node;
#if defined UNMARKED
      if (place.link->compare_exchange_strong(expected, next))
        return true;
#elif defined TWICE
      place.node->next = Link(next.node(), true);
      place.link->compare_exchange_strong(expected, next.node());
      return true;
#else
      if (next.removed() ||
          !place.node->next.compare_exchange_strong(next, Link(next.node(), true)))
        continue;
      place.link->compare_exchange_strong(expected, next);
      return true;
#endif
    }
  }

  bool contains(Key key) const {
    for (const Node *node = head.next.load().node(); node;) {
      const Link next = node->next;
      if (node->key == key)
        return !next.removed();
      node = next.node();
    }
    return false;
  }
};

int main() {
  using Numbers = Set<long>;
  return ravel::linearizable<Numbers>(
      {{"add", [](Numbers &set, long key) -> long { return set.add(key); }, {1, 2}},
       {"erase", [](Numbers &set, long key) -> long { return set.erase(key); }, {1, 2}},
       {"contains", [](Numbers &set, long key) -> long { return set.contains(key); }, {1, 2}}},
      {.operations = 1, .initial = 1, .final = 1});
}
