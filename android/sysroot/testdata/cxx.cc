// Uses what layers need of the C++ standard library. "lib.map" exports all.
#include <algorithm>
#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <charconv>
#include <chrono>
#include <complex>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <deque>
#include <exception>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <typeinfo>
#include <unordered_map>
#include <variant>
#include <vector>

static int failures;

static void check(bool is_true, int line) {
    if (is_true) return;
    std::printf("cxx.cc:%d\n", line);
    failures++;
}
#define CHECK(condition) check(condition, __LINE__)

struct Shape {
    virtual ~Shape() = default;
    virtual int sides() const = 0;
};

struct Square : Shape {
    explicit Square(int &alive) : alive(alive) { alive++; }
    ~Square() override { alive--; }
    int sides() const override { return 4; }
    int &alive;
};

struct alignas(64) Line {
    char text[64];
};

static std::map<std::string, int> global{{"a", 1}};
static thread_local std::string of_thread = "thread";

static void strings() {
    std::string s = "abc";
    s += std::to_string(5);
    s.insert(1, "zz");
    s.replace(0, 1, "yy");
    s.erase(2, 1);
    s = "lit" + s + 'c';
    CHECK(s == "lityyzbc5c" && s.find("zbc") == 5 && s.rfind('c') == 9 && s.compare(0, 3, "lit") == 0);
    s.append(40, 'q');
    s.resize(12);
    s.reserve(200);
    s.shrink_to_fit();
    CHECK(s.size() == 12 && std::string(s, 3, 2) == "yy" && std::string_view(s).substr(9) == "cqq");
    size_t end = 0;
    CHECK(std::stoi(" 42x", &end) == 42 && end == 3 && std::stol("-1f", nullptr, 16) == -31);
    CHECK(std::stoul("7") == 7 && std::stoll("-7") == -7 && std::stoull("7") == 7);
    CHECK(std::stod("2.5") == 2.5 && std::stof("0.5") == 0.5f &&
          std::to_string(std::stold("1e3")) == "1000.000000");
    CHECK(std::to_string(-1LL) == "-1" && std::to_string(1UL) == "1" && std::to_string(2.5) == "2.500000");
    CHECK(std::to_string(1e300).size() == 308 && std::to_string(2.5L) == "2.500000");
    char text[32];
    *std::to_chars(text, text + sizeof text, 4294967297LL).ptr = 0;
    CHECK(std::string(text) == "4294967297" && std::to_chars(text, text + 1, 10).ec != std::errc());
}

static void containers() {
    std::unordered_map<std::string, std::vector<int>> map;
    for (int i = 0; i < 1000; i++) map[std::to_string(i)].push_back(i);
    CHECK(map.size() == 1000 && map["999"][0] == 999 && map.bucket_count() >= 1000 && map.count("x") == 0);
    std::vector<int> v(1000);
    std::iota(v.begin(), v.end(), 0);
    std::shuffle(v.begin(), v.end(), std::mt19937(1));
    std::sort(v.begin(), v.end());
    CHECK(std::is_sorted(v.begin(), v.end()) && v[500] == 500);
    std::stable_sort(v.begin(), v.end(), std::greater<>());
    CHECK(v[0] == 999 && std::accumulate(v.begin(), v.end(), 0) == 499500);
    std::vector<float> floats{3, 1, 2};
    std::sort(floats.begin(), floats.end());
    std::vector<std::string> names{"b", "a"};
    std::sort(names.begin(), names.end());
    CHECK(floats[0] == 1 && names[0] == "a");
    std::vector<bool> bits(100);
    bits[3] = true;
    CHECK(std::count(bits.begin(), bits.end(), true) == 1 && std::bitset<32>(5).count() == 2);
    std::deque<int> deque{1, 2};
    std::list<int> list{1};
    std::set<std::string> set{"b", "a"};
    std::priority_queue<int> queue;
    queue.push(1);
    queue.push(2);
    CHECK(deque.back() == 2 && list.front() == 1 && *set.begin() == "a" && queue.top() == 2 &&
          global["a"] == 1);
    std::optional<int> optional = 3;
    std::variant<int, std::string> variant = "s";
    std::any any = 3;
    CHECK(optional.value() == 3 && std::get<std::string>(variant) == "s" && any.has_value());
    CHECK(std::abs(std::complex<double>(3, 4)) == 5);
}

static void memory() {
    int alive = 0;
    std::unique_ptr<Shape> unique = std::make_unique<Square>(alive);
    std::shared_ptr<Shape> shared = std::make_shared<Square>(alive);
    std::shared_ptr<Shape> other(new Square(alive), [](Shape *s) { delete s; });
    std::weak_ptr<Shape> weak = shared;
    CHECK(unique->sides() == 4 && alive == 3 && shared.use_count() == 1 && weak.lock()->sides() == 4);
    shared.reset();
    other.reset();
    unique.reset();
    CHECK(alive == 0 && weak.lock() == nullptr);
    auto *line = new Line;
    auto *lines = new Line[3];
    CHECK(reinterpret_cast<std::uintptr_t>(line) % 64 == 0 &&
          reinterpret_cast<std::uintptr_t>(lines) % 64 == 0);
    delete line;
    delete[] lines;
    delete[] new (std::nothrow) int[10];
    char buffer[32];
    void *at = buffer + 1;
    std::size_t space = 31;
    CHECK(std::align(8, 8, at, space) != nullptr && reinterpret_cast<std::uintptr_t>(at) % 8 == 0);
    CHECK(std::align(8, 32, at, space) == nullptr);
    std::function<int(int)> add = [alive](int x) { return x + alive + 1; };
    auto bound = std::bind([](int x, int y) { return x - y; }, std::placeholders::_2, std::placeholders::_1);
    CHECK(add(1) == 2 && bound(1, 3) == 2);
}

// Returns a static variable that must be initialized once.
static std::string &once_initialized(std::atomic<int> &times) {
    static std::string value = [&] {
        times++;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        return std::string("static");
    }();
    return value;
}

static void threads() {
    std::mutex mutex;
    std::shared_mutex shared;
    std::once_flag flag;
    std::atomic<std::uint64_t> wide{1};
    std::atomic<int> times{0}, calls{0}, wrong{0};
    int total = 0, written = 0;
    std::vector<std::thread> all;
    for (int i = 0; i < 4; i++)
        all.emplace_back([&] {
            if (once_initialized(times) != "static" || of_thread != "thread") wrong++;
            for (int n = 0; n < 1000; n++) {
                std::lock_guard<std::mutex> guard(mutex);
                total++;
                of_thread += "x";
            }
            std::call_once(flag, [&] { calls++; });
            for (int n = 0; n < 100; n++) {
                std::shared_lock<std::shared_mutex> reader(shared);
                int before = written;
                reader.unlock();
                std::unique_lock<std::shared_mutex> writer(shared);
                if (written < before) wrong++;
                written++;
            }
            wide += 5;
        });
    for (auto &t : all) t.join();
    CHECK(total == 4000 && written == 400 && times == 1 && calls == 1 && wrong == 0 && wide == 21 &&
          of_thread == "thread");
    std::recursive_mutex recursive;
    std::scoped_lock both(recursive, shared);
    CHECK(recursive.try_lock() && !shared.try_lock() && !shared.try_lock_shared());
    recursive.unlock();

    std::condition_variable changed;
    std::unique_lock<std::mutex> lock(mutex);
    CHECK(changed.wait_for(lock, std::chrono::milliseconds(2)) == std::cv_status::timeout);
    bool done = false;
    std::thread notifier([&] {
        std::lock_guard<std::mutex> guard(mutex);
        done = true;
        changed.notify_one();
    });
    changed.wait(lock, [&] { return done; });
    lock.unlock();
    notifier.join();
}

static void clocks() {
    auto begin = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(2));
    auto now = std::chrono::system_clock::now();
    auto seconds = std::chrono::system_clock::to_time_t(now);
    CHECK(seconds > 1000000000 &&
          now - std::chrono::system_clock::from_time_t(seconds) < std::chrono::seconds(1));
    CHECK(std::thread::hardware_concurrency() > 0);
}

// Ends the process, as the standard library does for an error if there are no exceptions.
static void fail(std::string_view how) {
    if (how == "number") (void)std::stoi("x");
    if (how == "range") (void)std::stoi("99999999999");
    if (how == "memory") std::printf("%p\n", ::operator new(PTRDIFF_MAX));
    if (how == "lock") std::unique_lock<std::mutex>().lock();
    if (how == "terminate") std::thread([] { std::this_thread::sleep_for(std::chrono::hours(1)); });
}

extern "C" int all(const char *how) {
    if (how != nullptr) fail(how);
    strings();
    containers();
    memory();
    threads();
    clocks();
    return failures;
}
