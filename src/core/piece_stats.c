/*
 * Statistics of parts of a search: as flat bytes, and added up.
 */
#include "core/piece.h"
#include "core/team.h"

void rv_write_stats(struct rv_bytes *to, const struct rv_stats *stats) {
#define RV_STATISTIC(name, what) rv_write(to, stats->name);
  RV_STATISTICS(RV_STATISTIC)
#undef RV_STATISTIC
}

void rv_read_stats(struct rv_reader *from, struct rv_stats *stats) {
#define RV_STATISTIC(name, what) stats->name = rv_read(from);
  RV_STATISTICS(RV_STATISTIC)
#undef RV_STATISTIC
}

bool rv_piece_stats(struct rv_flat piece, bool result, struct rv_stats *stats) {
  struct rv_reader from = rv_reader(piece.at, piece.n);
  for (unsigned head = result ? 1 : RV_PIECE_HEAD; head; head--)
    rv_read(&from);
  rv_read_stats(&from, stats);
  return !from.bad;
}

/* Some are the most of something, the others sums. */
void rv_stats_add(struct rv_stats *to, const struct rv_stats *of) {
  const struct rv_stats had = *to;
#define RV_STATISTIC(name, what) to->name += of->name;
  RV_STATISTICS(RV_STATISTIC)
#undef RV_STATISTIC
#define RV_MOST(name) to->name = had.name < of->name ? of->name : had.name
  RV_MOST(threads);
  RV_MOST(longest);
  RV_MOST(tree_peak);
#undef RV_MOST
  to->tree_nodes = had.tree_nodes;
  to->projected = had.projected;
}
